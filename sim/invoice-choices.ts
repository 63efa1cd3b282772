/** Net terms: who gets them, and how invoices are paid – by link, by check, in parts, too much, too late. */
import { cents } from '#domain/money.ts'
import { addDays } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { signInvoiceCode } from '#server/go/sign-invoice-code.ts'
import { openOf } from '#server/invoices/invoice-queries.ts'
import { tokeniseDemoCard } from '#server/payments/save-card.ts'
import { payInvoice } from '#server/receivables/pay-invoice.ts'
import { recordPayment } from '#server/receivables/record-payment.ts'
import { removeInvoice } from '#server/receivables/remove-invoice.ts'
import { setTerms } from '#server/receivables/set-terms.ts'
import { CARD_THAT_DECLINES } from './city.ts'
import { today } from './people.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

const GOOD_CARD = '4242424242424242'

export async function decideOfTerms(world: World, day: number): Promise<void> {
  for (const customer of world.customers.values()) await grantTerms(world, customer, day)
  for (const invoice of await openInvoices(world)) await decideOfInvoice(world, invoice, day)
}

/** On the day after they came; the limit changes now and then, and some terms end. */
async function grantTerms(world: World, { plan, scope }: LivingCustomer, day: number): Promise<void> {
  const { chance, habits, operator } = world
  const { key, kind, joinsOnDay, name } = plan
  if (kind === 'home' || !chance.happens(habits.hasTerms, key, 'has terms')) return
  const isNew = day === joinsOnDay + 1
  if (!isNew && !chance.happens(0.03, key, day, 'changes terms')) return
  const isOver = !isNew && chance.happens(0.2, key, day, 'ends terms')
  await attempt(world, isOver ? 'end terms' : 'grant terms', (app) =>
    setTerms(app, operator, {
      customerId: scope.userId,
      netDays: isOver ? 0 : chance.pick([7, 7, 15, 30], key, day, 'net days'),
      period: chance.happens(0.2, key, day, 'monthly') ? 'monthly' : 'weekly',
      creditLimitCents: chance.whole(20, 600, key, day, 'limit') * 100,
      companyName: `${name} Rentals LLC`,
      billingAddress: plan.properties[0]!.address,
      taxNumber: '',
      poNumber: chance.happens(0.5, key, day, 'order number') ? `PO-${day}` : '',
      copiesTo: [],
    }),
  )
}

type OpenInvoice = Awaited<ReturnType<typeof openInvoices>>[number]

/** With the link that its mail carries, once it was sent. */
async function openInvoices(world: World) {
  return world.host
    .app()
    .db.selectFrom('invoice')
    .innerJoin('users', 'users.id', 'invoice.customer_id')
    .leftJoin('go_link', (join) =>
      join
        .onRef('go_link.subject_id', '=', 'invoice.id')
        .on('go_link.purpose', '=', 'invoice')
        .on('go_link.revoked_at', 'is', null),
    )
    .where('invoice.closed_at', 'is', null)
    .orderBy('invoice.year')
    .orderBy('invoice.number')
    .select([
      'invoice.id',
      'invoice.year',
      'invoice.number',
      'invoice.due_on',
      'invoice.total_cents',
      'invoice.paid_cents',
      'invoice.credited_cents',
      'users.email',
      'go_link.code',
    ])
    .execute()
}

async function decideOfInvoice(world: World, invoice: OpenInvoice, day: number): Promise<void> {
  const { chance, habits, operator } = world
  const { id: invoiceId } = invoice
  const name = `${invoice.year}-${invoice.number}`
  const does = (probability: number, what: string) => chance.happens(probability, name, day, what)
  if (does(habits.takesInvoiceBack, 'takes back')) {
    const isReplaced = does(0.5, 'is replaced')
    await attempt(world, isReplaced ? 'replace invoice' : 'void invoice', (app) =>
      removeInvoice(app, operator, { invoiceId, reason: 'It named another company.', isReplaced }),
    )
    return
  }
  const isLate = chance.happens(habits.paysLate, invoice.email, 'pays late')
  const restsFrom = addDays(invoice.due_on, world.settings.invoicePauseDays + 4)
  if (isLate && today(world) < restsFrom) return
  if (!does(habits.paysInvoice, 'pays invoice')) return
  const openCents = openOf(invoice)
  const amountCents = does(0.3, 'pays a part') ? chance.whole(1, openCents, name, day, 'part') : openCents
  if (does(0.6, 'by link')) await payByLink(world, invoice, { amountCents, isGood: !does(0.2, 'declines') })
  else await payByCheck(world, invoice, amountCents + (does(0.15, 'too much') ? 250 : 0))
}

/** Whoever lost the answer brings the same form again. */
async function payByLink(
  world: World,
  { code }: OpenInvoice,
  { amountCents, isGood }: { readonly amountCents: number; readonly isGood: boolean },
): Promise<void> {
  if (code === null) return
  const number = isGood ? GOOD_CARD : CARD_THAT_DECLINES
  const card = { number, expiresMonth: 12, expiresYear: 2032, cvc: '123', locale: 'en' as const }
  const form = await attempt(world, 'fill form of invoice', (app) => tokeniseDemoCard(app, card))
  if (form === null) return
  const input = { setupToken: form.setupToken, amountCents: cents(amountCents) }
  const pay = (app: App) => payInvoice(app, { ...input, goId: signInvoiceCode(app.config, code) })
  const paid = await attempt(world, 'pay invoice by link', pay)
  if (paid === null) await attempt(world, 'pay invoice again', pay)
}

async function payByCheck(
  world: World,
  { id: invoiceId, year, number }: OpenInvoice,
  amountCents: number,
): Promise<void> {
  await attempt(world, 'pay invoice by check', (app) =>
    recordPayment(app, world.operator, {
      invoiceId,
      way: 'check',
      amountCents,
      reference: `check ${year}-${number}`,
      receivedOn: today(world),
    }),
  )
}
