/** Why a market cannot be changed so, and what people on the waitlist are written. */
import { catalogue } from '#domain/catalogue.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import { plural } from '#domain/plural.ts'
import type { LocalDate } from '#domain/time.ts'

type Work = {
  readonly runningJobs: number
  readonly lastJobEndsOn: LocalDate | null
  readonly visitsAhead: number
}

export const marketTexts = catalogue({
  en: {
    zoneStays: 'The time zone stays once a city has opened: its weeks and bills run by it.',
    centerOutside: 'The middle lies outside of the area. Put it inside, or draw the area around it.',
    someService: 'Offer at least one service.',
    unknownService: 'One of these services is not among ours.',
    servedAlready: (city: string) => `We work at this address already: it is in ${city}.`,
    stillWork: ({ runningJobs, lastJobEndsOn, visitsAhead }: Work) => {
      const jobs = plural.en(runningJobs, { one: '1 weekly job', other: (count) => `${count} weekly jobs` })
      const visits = plural.en(visitsAhead, { one: '1 visit', other: (count) => `${count} visits` })
      const until =
        runningJobs > 0 && lastJobEndsOn !== null
          ? `The last one ends on ${longDayText(lastJobEndsOn, 'en')}; close it after that day.`
          : 'End them, then close it.'
      return `Still running there: ${jobs}, ${visits} to be done. ${until}`
    },
  },
  es: {
    zoneStays: 'La zona horaria ya no cambia cuando una ciudad abrió: sus semanas y cobros van con ella.',
    centerOutside: 'El centro queda fuera del área. Ponlo dentro o dibuja el área alrededor.',
    someService: 'Ofrece al menos un servicio.',
    unknownService: 'Uno de estos servicios no está en el catálogo.',
    servedAlready: (city) => `Ya trabajamos en esta dirección: está en ${city}.`,
    stillWork: ({ runningJobs, lastJobEndsOn, visitsAhead }) => {
      const jobs = plural.es(runningJobs, {
        one: '1 trabajo semanal',
        other: (count) => `${count} trabajos semanales`,
      })
      const visits = plural.es(visitsAhead, { one: '1 visita', other: (count) => `${count} visitas` })
      const until =
        runningJobs > 0 && lastJobEndsOn !== null
          ? `El último termina el ${longDayText(lastJobEndsOn, 'es')}; ciérralo después de ese día.`
          : 'Termínalos y luego ciérralo.'
      return `Allí siguen en marcha: ${jobs} y ${visits} por hacer. ${until}`
    },
  },
})

type Waits = { readonly address: string }
type Opened = Waits & { readonly city: string; readonly url: string }

export const marketMails = catalogue({
  en: {
    waits: ({ address }: Waits) => ({
      subject: 'You’re on the waitlist',
      text: `We don’t work at ${address} yet. We write once, when we do, and then forget this address.\n\nIf this wasn’t you, there is nothing to do.`,
    }),
    opened: ({ city, address, url }: Opened) => ({
      subject: `Crew is in ${city} now`,
      text: `You asked us to write when we work at ${address}. We do now.\n\nSee services and prices on your street: ${url}`,
      brief: `Crew works at ${address} now. Services and prices: ${url}`,
    }),
  },
  es: {
    waits: ({ address }) => ({
      subject: 'Estás en la lista de espera',
      text: `Todavía no trabajamos en ${address}. Te escribimos una sola vez, cuando empecemos, y luego olvidamos esta dirección.\n\nSi no fuiste tú, no tienes que hacer nada.`,
    }),
    opened: ({ city, address, url }) => ({
      subject: `Crew ya está en ${city}`,
      text: `Nos pediste un aviso cuando trabajáramos en ${address}. Ya lo hacemos.\n\nMira los servicios y precios de tu calle: ${url}`,
      brief: `Crew ya trabaja en ${address}. Servicios y precios: ${url}`,
    }),
  },
})
