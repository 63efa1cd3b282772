/** The drawings that a service may have; screens know each. */
export const SERVICE_ICONS = [
  'bin',
  'recycle',
  'building',
  'leaf',
  'pool',
  'snow',
  'spray',
  'truck',
  'tool',
  'home',
  'key',
  'star',
] as const

export type ServiceIcon = (typeof SERVICE_ICONS)[number]
