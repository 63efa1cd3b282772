/** What customers are told of what was corrected by hand. */
import { catalogue } from '#domain/catalogue.ts'

export const correctionTexts = catalogue({
  en: {
    given: (amount: string, reason: string) => ({
      title: `You have ${amount} of credit more`,
      text: `We gave you ${amount} as credit: ${reason}. It pays what is due, and then your next bills, before your card does.`,
    }),
    taken: (amount: string, reason: string) => ({
      title: `${amount} of your credit was taken back`,
      text: `We took ${amount} of your credit back: ${reason}.`,
    }),
    writtenOff: (amount: string, keepsService: boolean) => ({
      title: `You no longer owe ${amount}`,
      text: keepsService
        ? `We wrote ${amount} off. Your card is not tried for it anymore, and your weekly jobs go on.`
        : `We wrote ${amount} off. Your card is not tried for it anymore. Your weekly jobs stand still; write to us if they should go on.`,
    }),
  },
  es: {
    given: (amount, reason) => ({
      title: `Tiene ${amount} más de crédito`,
      text: `Le dimos ${amount} de crédito: ${reason}. Paga lo que debe, y después sus próximas facturas, antes que su tarjeta.`,
    }),
    taken: (amount, reason) => ({
      title: `Se retiraron ${amount} de su crédito`,
      text: `Retiramos ${amount} de su crédito: ${reason}.`,
    }),
    writtenOff: (amount, keepsService) => ({
      title: `Ya no debe ${amount}`,
      text: keepsService
        ? `Dimos ${amount} por perdidos. Ya no se intenta cobrarlos a su tarjeta, y sus trabajos semanales continúan.`
        : `Dimos ${amount} por perdidos. Ya no se intenta cobrarlos a su tarjeta. Sus trabajos semanales están detenidos; escríbanos si deben continuar.`,
    }),
  },
})
