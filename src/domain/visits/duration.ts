/** How long a service takes at a place: a part that is always there and a part for each unit. Minutes. */
export function visitMinutes(
  service: { readonly minutes: number; readonly minutesPerUnit: number },
  quantity: number,
): number {
  return service.minutes + service.minutesPerUnit * quantity
}
