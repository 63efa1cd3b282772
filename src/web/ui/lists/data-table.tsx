/**
 * `<DataTable label=… columns={[{ key, title, cell: (row) => …, isNumber?, sortValue? }]} rows=… rowKey={(row) => row.id}
 * />` – a table on wide screens, whose head stays in sight and whose columns can be made wider, one card a row on phones (the
 * first column is the card's heading). Sorting is the
 * caller's: pass `sort` and `onSort` where the order can change. `rowLink` makes the first cell a link.
 */
import type { ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { RouteLink } from '#web/ui/route-link.tsx'
import { ColumnHandle } from './column-handle.tsx'
import { useColumnWidths } from './column-widths.ts'

export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Never breaks into two lines on wide screens: dates, times. */
  isShort?: boolean
  isSortable?: boolean
}
export type Sort = { key: string; isDescending: boolean }

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowLink?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <AmountsAlike>
      <Table {...props} />
    </AmountsAlike>
  )
}

function Table<Row>({ label, columns, rows, rowKey, rowLink, sort, onSort }: DataTableProps<Row>) {
  const isDesk = useIsDesk()
  const { widths, setWidth } = useColumnWidths(columns.map(({ key }) => key).join())
  return (
    <table className="block w-full text-left sm:table" aria-label={label}>
      <thead className="sr-only sm:not-sr-only sm:sticky! sm:top-0 sm:z-10 sm:table-header-group sm:bg-card">
        <tr className="sm:border-b sm:border-line">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={ariaSort(column, sort)}
              style={isDesk ? { width: widths[column.key] } : undefined}
              className={`relative px-4 py-2 text-sm font-semibold text-muted ${column.isNumber ? 'text-right' : ''}`}
            >
              <ColumnTitle column={column} sort={sort} onSort={onSort} />
              {isDesk && (
                <ColumnHandle
                  title={column.title}
                  width={widths[column.key]}
                  onWidth={(width) => setWidth(column.key, width)}
                />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line sm:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="block px-4 py-3 sm:table-row sm:p-0 sm:hover:bg-sunken">
            {columns.map((column, index) => (
              <td key={column.key} className={cellLook(index, column)}>
                {index > 0 && (
                  <span aria-hidden="true" className="text-left text-sm text-muted sm:hidden">
                    {column.title}
                  </span>
                )}
                {index === 0 && rowLink ? (
                  <RouteLink
                    to={rowLink(row)}
                    data-row
                    className="text-accent underline-offset-4 hover:underline"
                  >
                    {column.cell(row)}
                  </RouteLink>
                ) : (
                  <span>{column.cell(row)}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellLook(index: number, { isNumber, isShort }: Pick<Column<never>, 'isNumber' | 'isShort'>): string {
  const phone =
    index === 0
      ? 'block pb-1 font-semibold'
      : 'flex min-h-8 items-center justify-between gap-x-4 text-right crowded:flex-wrap crowded:text-left'
  return `${phone} sm:table-cell sm:px-4 sm:py-(--row-air) sm:font-normal ${isNumber ? 'nums sm:text-right' : 'sm:text-left'} ${isShort ? 'sm:whitespace-nowrap' : ''}`
}

function ariaSort<Row>(column: Column<Row>, sort?: Sort): 'ascending' | 'descending' | undefined {
  if (sort?.key !== column.key) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

function ColumnTitle<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort?: Sort
  onSort?: (sort: Sort) => void
}) {
  const { ui } = useText()
  if (!column.isSortable || !onSort) return column.title
  const isSorted = sort?.key === column.key
  return (
    <button
      type="button"
      aria-label={ui.table.sortBy(column.title)}
      onClick={() => onSort({ key: column.key, isDescending: isSorted && !sort.isDescending })}
      className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
    >
      {column.title}
      {isSorted && <Icon name={sort.isDescending ? 'chevron-down' : 'chevron-up'} size={14} />}
    </button>
  )
}
