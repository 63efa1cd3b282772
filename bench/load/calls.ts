/** What is asked while the load is measured. */
import type { People } from './people.ts'

export type Asked = {
  readonly cookie: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly type?: string
  readonly isShedLast?: boolean
}

/** Of ten calls eight read, one writes and one is finished work, which is sent once more: it counts once. */
export function mixedCall({ customers, crews }: People, index: number): Asked {
  const turn = Math.floor(index / 10)
  const customer = customers[turn % customers.length]!
  const { cookie: crew, visitId } = crews[turn % crews.length]!
  const mix: readonly Asked[] = [
    { cookie: customer, method: 'GET', path: '/api/user?fields=*' },
    { cookie: crew, method: 'GET', path: '/api/user?fields=*' },
    { cookie: customer, method: 'GET', path: '/api/properties' },
    { cookie: crew, method: 'GET', path: '/api/day' },
    { cookie: customer, method: 'GET', path: '/api/customer-summary' },
    { cookie: crew, method: 'POST', path: '/api/get-assignments' },
    { cookie: customer, method: 'POST', path: '/api/get-weekly-jobs' },
    { cookie: crew, method: 'GET', path: '/api/crew-payments' },
    { cookie: customer, method: 'POST', path: '/api/read-notices' },
    {
      cookie: crew,
      method: 'POST',
      path: '/api/complete-visit',
      body: JSON.stringify({ visitId }),
      isShedLast: true,
    },
  ]
  return mix[index % mix.length]!
}

/** Of somebody who asks now and then. */
export function steadyCall({ crews }: People): Asked {
  return { cookie: crews.at(-1)!.cookie, method: 'GET', path: '/api/day' }
}

/** What costs most, by one account as often as it is answered. */
export function noises({ customers, operator }: People): Readonly<Record<string, readonly Asked[]>> {
  const cookie = customers[0]!
  const year = new Date().getFullYear()
  return {
    'billing reads': [{ cookie, method: 'GET', path: '/api/billing' }],
    searches: [
      { cookie, method: 'POST', path: '/api/get-properties', body: '{"search":"a"}' },
      { cookie: operator, method: 'POST', path: '/api/search', body: '{"text":"de"}' },
    ],
    exports: [{ cookie, method: 'GET', path: `/api/payments-csv?year=${year}` }],
    imports: [{ cookie, method: 'POST', path: '/api/upload-property-csv', body: aFile(), type: 'text/csv' }],
  }
}

/** Addresses as people keep them. */
function aFile(): string {
  const rows = Array.from({ length: 500 }, (_, index) => `Home ${index},${100 + index} Main St,Denver,CO`)
  return ['name,street,city,state', ...rows].join('\n')
}
