/** What a greeting calls a person; empty while nobody is known. */
export function firstName(name: string | undefined): string {
  return (name ?? '').split(' ')[0]!
}
