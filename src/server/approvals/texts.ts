/** What operators are notified of when something waits for a second person. */
import { catalogue } from '#domain/catalogue.ts'

type Request = { readonly asker: string; readonly customer: string; readonly amount: string }
type Ended = { readonly customer: string; readonly amount: string }
type Decided = Ended & { readonly by: string; readonly note: string }

export const approvalTexts = catalogue({
  en: {
    asked: ({ asker, customer, amount }: Request) => ({
      title: `${amount} waits for your approval`,
      text: `${asker} asks to give ${customer} ${amount} back. It goes out once somebody else approves it.`,
    }),
    approved: ({ by, customer, amount }: Decided) => ({
      title: `${amount} was approved`,
      text: `${by} approved the ${amount} for ${customer}. It is on its way.`,
    }),
    declined: ({ by, customer, amount, note }: Decided) => ({
      title: `${amount} was declined`,
      text: `${by} declined the ${amount} for ${customer}: ${note}`,
    }),
    expired: ({ customer, amount }: Ended) => ({
      title: `Nobody approved ${amount} in time`,
      text: `The ${amount} for ${customer} did not go out. Ask again if it is still due.`,
    }),
  },
  es: {
    asked: ({ asker, customer, amount }) => ({
      title: `${amount} esperan tu aprobación`,
      text: `${asker} pide devolver ${amount} a ${customer}. Salen cuando otra persona lo apruebe.`,
    }),
    approved: ({ by, customer, amount }) => ({
      title: `Se aprobaron ${amount}`,
      text: `${by} aprobó los ${amount} para ${customer}. Ya están en camino.`,
    }),
    declined: ({ by, customer, amount, note }) => ({
      title: `Se rechazaron ${amount}`,
      text: `${by} rechazó los ${amount} para ${customer}: ${note}`,
    }),
    expired: ({ customer, amount }) => ({
      title: `Nadie aprobó ${amount} a tiempo`,
      text: `Los ${amount} para ${customer} no salieron. Pídelo de nuevo si aún corresponde.`,
    }),
  },
})
