/** `/ondemand`: an order in the making, for anybody; with `?order=` one that was booked, as its customer follows it. */
import { useSearchParams } from 'react-router'
import { Order } from './order.tsx'
import { OrderFlow } from './order-flow.tsx'

export function Ondemand() {
  const [search] = useSearchParams()
  const orderId = search.get('order')
  return orderId === null ? <OrderFlow /> : <Order orderId={orderId} />
}
