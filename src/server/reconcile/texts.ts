/** What operators are told of their books. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const reconcileTexts = catalogue({
  en: {
    differs: (count: number, amount: string) => ({
      title: plural.en(count, {
        one: `The books differ by ${amount}`,
        other: (many) => `The books differ in ${many} places`,
      }),
      text: plural.en(count, {
        one: `What we say and what the books or the payment provider say is ${amount} apart. Look into it, and note what it was.`,
        other: (many) =>
          `${many} new differences, ${amount} in all. Look into them, and note what they were.`,
      }),
    }),
  },
  es: {
    differs: (count, amount) => ({
      title: plural.es(count, {
        one: `Los libros difieren en ${amount}`,
        other: (many) => `Los libros difieren en ${many} lugares`,
      }),
      text: plural.es(count, {
        one: `Hay ${amount} entre lo que decimos y lo que dicen los libros o el proveedor de pagos. Revísalo y anota qué fue.`,
        other: (many) => `${many} diferencias nuevas, ${amount} en total. Revísalas y anota qué fueron.`,
      }),
    }),
  },
})
