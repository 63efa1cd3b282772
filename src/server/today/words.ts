/** What people are told of the day's acts, in both languages. Times are those of the place. */
import { type Cents, formatCents } from '#domain/money.ts'
import type { AccessReason } from '#domain/pricing/call-out.ts'
import { type Instant, timeAt } from '#domain/time.ts'
import type { NoticeWords } from '../notices/notify.ts'
import { type ActFacts, firstNameOf } from './facts.ts'

type About = Pick<ActFacts, 'crew_name' | 'name_en' | 'name_es' | 'place_name' | 'time_zone'>

export function onTheWayWords(about: About, expectedAt: Instant | null): NoticeWords {
  const crew = crewOf(about)
  const time = expectedAt === null ? null : timeAt(expectedAt, about.time_zone)
  return {
    en: {
      title: `${crew.en} is on the way`,
      text: `${crew.en} is on the way to ${about.place_name} for ${about.name_en}${time === null ? '' : ` and should be there about ${time}`}.`,
    },
    es: {
      title: `${crew.es} va en camino`,
      text: `${crew.es} va en camino a ${about.place_name} para «${about.name_es}»${time === null ? '' : ` y debería llegar cerca de las ${time}`}.`,
    },
  }
}

export function arrivedWords(about: About): NoticeWords {
  const crew = crewOf(about)
  return {
    en: { title: `${crew.en} is there`, text: `${crew.en} began ${about.name_en} at ${about.place_name}.` },
    es: {
      title: `${crew.es} ya llegó`,
      text: `${crew.es} empezó «${about.name_es}» en ${about.place_name}.`,
    },
  }
}

export function lateWords(about: About, expectedAt: Instant): NoticeWords {
  const crew = crewOf(about)
  const time = timeAt(expectedAt, about.time_zone)
  return {
    en: {
      title: `${crew.en} is running late`,
      text: `${crew.en} is running late for ${about.name_en} at ${about.place_name} and should be there about ${time}.`,
    },
    es: {
      title: `${crew.es} va con retraso`,
      text: `${crew.es} va con retraso para «${about.name_es}» en ${about.place_name} y debería llegar cerca de las ${time}.`,
    },
  }
}

const REASONS: Readonly<Record<AccessReason, { en: string; es: string }>> = {
  gate: { en: 'the gate or door is locked', es: 'la puerta o el portón está cerrado' },
  dog: { en: 'a dog is loose', es: 'hay un perro suelto' },
  nobody_home: { en: 'nobody is home', es: 'no hay nadie en casa' },
  unsafe: { en: 'it is not safe', es: 'no es seguro' },
  other: { en: 'something is in the way', es: 'algo lo impide' },
}

export function cannotAccessWords(about: About, reason: AccessReason, until: Instant): NoticeWords {
  const crew = crewOf(about)
  const time = timeAt(until, about.time_zone)
  const why = REASONS[reason]
  return {
    en: {
      title: `${crew.en} cannot get in`,
      text: `${crew.en} is at ${about.place_name} and cannot get in: ${why.en}. Please answer by ${time}, or the crew may leave.`,
    },
    es: {
      title: `${crew.es} no puede entrar`,
      text: `${crew.es} está en ${about.place_name} y no puede entrar: ${why.es}. Responde antes de las ${time}, o el equipo se puede ir.`,
    },
  }
}

export function unsafeWords(about: About): NoticeWords {
  const crew = crewOf(about)
  return {
    en: {
      title: `Not safe: ${about.place_name}`,
      text: `${crew.en} reports that ${about.place_name} is not safe to work at. Nothing is charged.`,
    },
    es: {
      title: `No es seguro: ${about.place_name}`,
      text: `${crew.es} informa que no es seguro trabajar en ${about.place_name}. No se cobra nada.`,
    },
  }
}

export function answeredWords(about: About, answer: string | null): NoticeWords {
  return answer === null
    ? {
        en: { title: 'You may go on', text: `The customer at ${about.place_name} lets you go.` },
        es: { title: 'Puedes seguir', text: `El cliente de ${about.place_name} te deja seguir.` },
      }
    : {
        en: { title: 'The customer answered', text: `${about.place_name}: ${answer}` },
        es: { title: 'El cliente respondió', text: `${about.place_name}: ${answer}` },
      }
}

export function endedWords(about: About, feeCents: Cents): NoticeWords {
  const fee = formatCents(feeCents)
  const cost =
    feeCents === 0
      ? { en: 'Nothing is charged.', es: 'No se cobra nada.' }
      : {
          en: `A call-out fee of ${fee} is charged instead of the price.`,
          es: `Se cobra una tarifa de ${fee} en lugar del precio.`,
        }
  return {
    en: {
      title: 'The visit could not be done',
      text: `The crew could not do ${about.name_en} at ${about.place_name} and left. ${cost.en}`,
    },
    es: {
      title: 'La visita no se pudo hacer',
      text: `El equipo no pudo hacer «${about.name_es}» en ${about.place_name} y se fue. ${cost.es}`,
    },
  }
}

export function extraWords(about: About, extra: { words: string; amountCents: Cents }): NoticeWords {
  const crew = crewOf(about)
  const amount = formatCents(extra.amountCents)
  return {
    en: {
      title: `${crew.en} asks about extra work`,
      text: `${about.place_name}: ${extra.words}, ${amount}. Nothing is done or charged without your yes.`,
    },
    es: {
      title: `${crew.es} pregunta por trabajo extra`,
      text: `${about.place_name}: ${extra.words}, ${amount}. No se hace ni se cobra nada sin tu sí.`,
    },
  }
}

export function extraAnsweredWords(about: About, extra: { words: string; isApproved: boolean }): NoticeWords {
  return extra.isApproved
    ? {
        en: { title: 'Extra work approved', text: `${about.place_name}: ${extra.words}. Go ahead.` },
        es: { title: 'Trabajo extra aprobado', text: `${about.place_name}: ${extra.words}. Adelante.` },
      }
    : {
        en: { title: 'Extra work declined', text: `${about.place_name}: ${extra.words}. Please leave it.` },
        es: { title: 'Trabajo extra rechazado', text: `${about.place_name}: ${extra.words}. No lo hagas.` },
      }
}

function crewOf({ crew_name }: About): { en: string; es: string } {
  const name = firstNameOf(crew_name)
  return { en: name ?? 'Your crew', es: name ?? 'Tu equipo' }
}
