/** Why a coupon cannot be written so. */
import { catalogue } from '#domain/catalogue.ts'

export const couponDeskTexts = catalogue({
  en: {
    codeTaken: (code: string) => `There is a coupon ${code} already. Choose another code.`,
    givesNothing: 'Say what it gives: an amount or a share.',
    oneGift: 'Give an amount or a share, not both.',
    endsBeforeBegins: 'The last day comes before the first. Choose a later one.',
    budgetTooSmall: 'The budget is less than what one customer gets.',
    belowGiven: 'More than this is given already. Choose a larger budget, or end the coupon.',
    belowUsed: (uses: number) => `It is used ${uses} times already. Choose at least that, or end the coupon.`,
    noService: 'There is no such service.',
    fromTomorrow: 'Choose tomorrow or a later day: what is ordered today keeps the coupon.',
  },
  es: {
    codeTaken: (code) => `Ya hay un cupón ${code}. Elige otro código.`,
    givesNothing: 'Di qué da: un importe o una parte.',
    oneGift: 'Da un importe o una parte, no los dos.',
    endsBeforeBegins: 'El último día es anterior al primero. Elige uno posterior.',
    budgetTooSmall: 'El presupuesto es menor que lo que recibe un cliente.',
    belowGiven: 'Ya se dio más que esto. Elige un presupuesto mayor o termina el cupón.',
    belowUsed: (uses) => `Ya se usó ${uses} veces. Elige al menos eso o termina el cupón.`,
    noService: 'No existe ese servicio.',
    fromTomorrow: 'Elige mañana o un día posterior: lo que se pide hoy conserva el cupón.',
  },
})
