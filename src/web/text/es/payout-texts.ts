import type { Translation } from '#domain/catalogue.ts'
import type { payoutTexts as english } from '../en/payout-texts.ts'

export const payoutTexts = {
  inPayouts: {
    of: (total, parts) => `De los ${total} de esta semana, ${parts}.`,
    part: {
      paid: (amount, day) => `${amount} están en el pago del ${day}`,
      sent: (amount, day) => `${amount} van en camino con el pago del ${day}`,
      next: (amount, day) => `${amount} llegan con el pago del ${day}`,
      later: (amount, day) => `${amount} llegan a más tardar con el pago del ${day}`,
    },
    all: {
      paid: (day) => `Todo está en el pago del ${day}.`,
      sent: (day) => `Todo va en camino con el pago del ${day}.`,
      next: (day) => `Todo llega con el pago del ${day}.`,
      later: (day) => `Todo llega a más tardar con el pago del ${day}.`,
    },
  },
  holds: (parts) => `Se compone de ${parts}`,
  ofWeek: (amount, monday) => `${amount} de la semana del ${monday}`,
} satisfies Translation<typeof english>
