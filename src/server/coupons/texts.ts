/** Why a coupon gives nothing, by its name. */
import { catalogue } from '#domain/catalogue.ts'

export const couponTexts = catalogue({
  en: {
    unknown: (code: string) => `There is no coupon ${code}.`,
    not_begun: (coupon: string) => `The coupon “${coupon}” has not begun yet.`,
    over: (coupon: string) => `The coupon “${coupon}” is over.`,
    elsewhere: (coupon: string) => `The coupon “${coupon}” is for another city.`,
    first_only: (coupon: string) => `The coupon “${coupon}” is for a first order only.`,
    used_by_you: (coupon: string) => `You have used the coupon “${coupon}” already.`,
    used_up: (coupon: string) => `The coupon “${coupon}” has been used as often as it could be.`,
    budget_spent: (coupon: string) => `The budget of the coupon “${coupon}” is spent.`,
  },
  es: {
    unknown: (code) => `No existe el cupón ${code}.`,
    not_begun: (coupon) => `El cupón «${coupon}» aún no ha empezado.`,
    over: (coupon) => `El cupón «${coupon}» ya terminó.`,
    elsewhere: (coupon) => `El cupón «${coupon}» es de otra ciudad.`,
    first_only: (coupon) => `El cupón «${coupon}» es solo para un primer pedido.`,
    used_by_you: (coupon) => `Ya usaste el cupón «${coupon}».`,
    used_up: (coupon) => `El cupón «${coupon}» ya se usó todas las veces posibles.`,
    budget_spent: (coupon) => `El presupuesto del cupón «${coupon}» está agotado.`,
  },
})
