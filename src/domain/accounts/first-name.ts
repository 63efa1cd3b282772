/** What a person is called where the whole name is too much; empty where there is no name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? ''
}
