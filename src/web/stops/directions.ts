/** The address that opens the phone's own navigation. */
export function directionsTo({ lat, lng }: { readonly lat: number; readonly lng: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
}
