/** What customers are told of what was corrected by hand. */
import { catalogue } from '#domain/catalogue.ts'

export const correctionTexts = catalogue({
  en: {
    given: (amount: string, reason: string) => ({
      title: `You have ${amount} more credit`,
      text: `We gave you ${amount} of credit: ${reason}. It pays what’s due and then your next bills, before your card does.`,
    }),
    taken: (amount: string, reason: string) => ({
      title: `${amount} of your credit was taken back`,
      text: `We took ${amount} of your credit back: ${reason}.`,
    }),
    writtenOff: (amount: string, keepsService: boolean) => ({
      title: `You no longer owe ${amount}`,
      text: keepsService
        ? `We wrote off ${amount}. We won’t charge your card for it, and your weekly services continue.`
        : `We wrote off ${amount}. We won’t charge your card for it. Your weekly services are on hold. Write to us to resume them.`,
    }),
  },
  es: {
    given: (amount, reason) => ({
      title: `Tienes ${amount} más de crédito`,
      text: `Te dimos ${amount} de crédito: ${reason}. Paga lo que debes y después tus próximas facturas, antes que tu tarjeta.`,
    }),
    taken: (amount, reason) => ({
      title: `Se retiraron ${amount} de tu crédito`,
      text: `Retiramos ${amount} de tu crédito: ${reason}.`,
    }),
    writtenOff: (amount, keepsService) => ({
      title: `Ya no debes ${amount}`,
      text: keepsService
        ? `Dimos ${amount} por perdidos. Ya no intentamos cobrarlos a tu tarjeta, y tus servicios semanales continúan.`
        : `Dimos ${amount} por perdidos. Ya no intentamos cobrarlos a tu tarjeta. Tus servicios semanales están detenidos; escríbenos si quieres que sigan.`,
    }),
  },
})
