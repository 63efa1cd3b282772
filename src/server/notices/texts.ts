/** What stands around a notice on its channels, reminders of visits, and the test that people send themselves. */

import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const noticeTexts = catalogue({
  en: {
    hello: (name: string) => `Hello ${name},`,
    unsubscribe: 'No more mails of this kind:',
    smsEnd: 'Reply STOP to end.',
    test: { title: 'This is a test', text: 'Notices reach you here.' },
    visits: (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` }),
    stops: (count: number) => plural.en(count, { one: '1 stop', other: (n) => `${n} stops` }),
    andMore: (count: number) => `and ${count} more`,
    anyTime: 'any time that day',
    window: (from: string, until: string) => `${from} to ${until}`,
  },
  es: {
    hello: (name) => `Hola ${name}:`,
    unsubscribe: 'No recibir más correos de este tipo:',
    smsEnd: 'ALTO para no recibir más.',
    test: { title: 'Esto es una prueba', text: 'Los avisos te llegan aquí.' },
    visits: (count) => plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` }),
    stops: (count) => plural.es(count, { one: '1 parada', other: (n) => `${n} paradas` }),
    andMore: (count) => `y ${count} más`,
    anyTime: 'a cualquier hora',
    window: (from, until) => `de ${from} a ${until}`,
  },
})
