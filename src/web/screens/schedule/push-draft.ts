export type PushDraft = {
  marketId: string
  date: string
  how: 'move' | 'skip'
  to: string
  areaKind: 'market' | 'circle'
  lat: string
  lng: string
  radiusMiles: string
  services: readonly string[]
  reason: 'snow' | 'hauler' | 'other'
  note: string
}
