import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { type Cents, cents } from '#domain/money.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { AmountsAlike } from './amounts-alike.tsx'
import { DataTable } from './lists/data-table.tsx'
import { List, ListRow } from './lists/list.tsx'
import { Money } from './money.tsx'

afterEach(cleanup)

const row = (amountCents: Cents) => (
  <ListRow key={amountCents} title="Bins" end={<Money amountCents={amountCents} />} />
)

test('ux 22: where one amount of a list has cents, all have', () => {
  render(<List>{[5_600, 3_650, 100_000].map((amount) => row(cents(amount)))}</List>)
  for (const text of ['$56.00', '$36.50', '$1,000.00']) screen.getByText(text)
})

test('whole dollars stay whole, whatever another list has', () => {
  render(
    <>
      <List>{row(cents(5_600))}</List>
      <AmountsAlike>
        <Money amountCents={cents(3_650)} />
      </AmountsAlike>
      <Money amountCents={cents(1_200)} />
    </>,
  )
  for (const text of ['$56', '$36.50', '$12']) screen.getByText(text)
})

test('the columns of a table are alike, too', async () => {
  type Sum = { key: string; paid: Cents; fee: Cents }
  const sum: Sum = { key: 'a', paid: cents(2_000), fee: cents(75) }
  await renderScreen(
    <DataTable
      label="Sums"
      rows={[sum]}
      rowKey={({ key }) => key}
      columns={[
        { key: 'paid', title: 'Paid', cell: ({ paid }) => <Money amountCents={paid} /> },
        { key: 'fee', title: 'Fee', cell: ({ fee }) => <Money amountCents={fee} /> },
      ]}
    />,
  )
  screen.getByText('$20.00')
  screen.getByText('$0.75')
})
