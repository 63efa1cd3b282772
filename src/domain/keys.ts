/** The keys of a table whose keys are known: `Object.keys` forgets them, since a value may have more than its type says. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}
