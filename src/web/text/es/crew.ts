import type { crew as english } from '../en/crew.ts'

export const crew: typeof english = {}
