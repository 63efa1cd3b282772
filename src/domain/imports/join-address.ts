/** One address out of the cells in which a file has it, as it can be looked up and shown. */
type AddressCells = Readonly<Record<'address' | 'city' | 'state' | 'zip', string | null>>

/** Null without a street; what the street's own cell says of city, state or ZIP is not said twice. */
export function joinAddress({ address: street, city, state, zip }: AddressCells): string | null {
  if (street === null || (zip !== null && inSpaces(street).endsWith(inSpaces(zip)))) return street
  const [, ...tail] = street.split(',')
  const unlessSaid = (part: string | null) =>
    part !== null && inSpaces(tail.join(' ')).includes(inSpaces(part)) ? null : part
  const region = [unlessSaid(state), unlessSaid(zip)].filter(Boolean).join(' ')
  return [street, unlessSaid(city), region].filter(Boolean).join(', ')
}

/** Between spaces, so that only whole words are found in it. */
function inSpaces(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
