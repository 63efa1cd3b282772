import type { customer as english } from '../en/customer.ts'

export const customer: typeof english = {}
