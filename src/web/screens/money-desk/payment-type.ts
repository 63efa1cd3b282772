import type { Reply } from '#web/api.ts'

export type DeskPayment = Reply<'GET /api/operator-payment'>
export type Receipt = Extract<Reply<'GET /api/payment'>, { kind: 'receipt' }>
