/** What people are notified of about the acts of the day. Times are those of the place. */
import { catalogue } from '#domain/catalogue.ts'
import type { AccessReason } from '#domain/pricing/call-out.ts'

type Act = { readonly crew: string; readonly service: string; readonly place: string }
type Extra = { readonly note: string; readonly amount: string }

export const todayTexts = catalogue({
  en: {
    yourCrew: 'Your crew',
    onTheWay: ({ crew, service, place }: Act, time: string | null) => ({
      title: `${crew} is on the way`,
      text: `${crew} is on the way to ${place} for ${service}${time === null ? '' : ` and should be there about ${time}`}.`,
    }),
    arrived: ({ crew, service, place }: Act) => ({
      title: `${crew} is there`,
      text: `${crew} began ${service} at ${place}.`,
    }),
    late: ({ crew, service, place }: Act, time: string) => ({
      title: `${crew} is running late`,
      text: `${crew} is running late for ${service} at ${place} and should be there about ${time}.`,
    }),
    onTime: ({ crew, service, place }: Act, time: string) => ({
      title: `${crew} is on time again`,
      text: `${crew} is on time again for ${service} at ${place} and should be there about ${time}.`,
    }),
    reasons: {
      gate: 'the gate or door is locked',
      dog: 'a dog is loose',
      nobody_home: 'nobody is home',
      unsafe: 'it is not safe',
      other: 'something is in the way',
    } satisfies Record<AccessReason, string>,
    cannotAccess: ({ crew, place }: Act, why: string, time: string) => ({
      title: `${crew} can’t get in`,
      text: `${crew} is at ${place} and can’t get in: ${why}. Answer by ${time}, or the crew may leave.`,
    }),
    unsafe: ({ crew, place }: Act) => ({
      title: `Not safe: ${place}`,
      text: `${crew} reports that ${place} is not safe to work at. Nothing is charged.`,
    }),
    mayGoOn: ({ place }: Act) => ({
      title: 'You may go on',
      text: `The customer at ${place} lets you go.`,
    }),
    answered: ({ place }: Act, answer: string) => ({
      title: 'The customer answered',
      text: `${place}: ${answer}`,
    }),
    ended: ({ service, place }: Act, fee: string | null) => ({
      title: 'The visit could not be done',
      text: `The crew could not do ${service} at ${place} and left. ${fee === null ? 'Nothing is charged.' : `A call-out fee of ${fee} is charged instead of the price.`}`,
    }),
    extra: ({ crew, place }: Act, { note, amount }: Extra) => ({
      title: `${crew} asks about extra work`,
      text: `${place}: ${note}, ${amount}. Nothing is done or charged without your yes.`,
    }),
    extraApproved: ({ place }: Act, note: string) => ({
      title: 'Extra work approved',
      text: `${place}: ${note}. Go ahead.`,
    }),
    extraDeclined: ({ place }: Act, note: string) => ({
      title: 'Extra work declined',
      text: `${place}: ${note}. Leave it.`,
    }),
  },
  es: {
    yourCrew: 'Tu equipo',
    onTheWay: ({ crew, service, place }, time) => ({
      title: `${crew} va en camino`,
      text: `${crew} va en camino a ${place} para «${service}»${time === null ? '' : ` y debería llegar cerca de las ${time}`}.`,
    }),
    arrived: ({ crew, service, place }) => ({
      title: `${crew} ya llegó`,
      text: `${crew} empezó «${service}» en ${place}.`,
    }),
    late: ({ crew, service, place }, time) => ({
      title: `${crew} va con retraso`,
      text: `${crew} va con retraso para «${service}» en ${place} y debería llegar cerca de las ${time}.`,
    }),
    onTime: ({ crew, service, place }, time) => ({
      title: `${crew} vuelve a estar a tiempo`,
      text: `${crew} vuelve a estar a tiempo para «${service}» en ${place} y debería llegar cerca de las ${time}.`,
    }),
    reasons: {
      gate: 'la puerta o el portón está cerrado',
      dog: 'hay un perro suelto',
      nobody_home: 'no hay nadie en casa',
      unsafe: 'no es seguro',
      other: 'algo lo impide',
    },
    cannotAccess: ({ crew, place }, why, time) => ({
      title: `${crew} no puede entrar`,
      text: `${crew} está en ${place} y no puede entrar: ${why}. Responde antes de las ${time}, o el equipo se puede ir.`,
    }),
    unsafe: ({ crew, place }) => ({
      title: `No es seguro: ${place}`,
      text: `${crew} informa que no es seguro trabajar en ${place}. No se cobra nada.`,
    }),
    mayGoOn: ({ place }) => ({ title: 'Puedes seguir', text: `El cliente de ${place} te deja seguir.` }),
    answered: ({ place }, answer) => ({ title: 'El cliente respondió', text: `${place}: ${answer}` }),
    ended: ({ service, place }, fee) => ({
      title: 'La visita no se pudo hacer',
      text: `El equipo no pudo hacer «${service}» en ${place} y se fue. ${fee === null ? 'No se cobra nada.' : `Se cobra una tarifa de ${fee} en lugar del precio.`}`,
    }),
    extra: ({ crew, place }, { note, amount }) => ({
      title: `${crew} pregunta por trabajo extra`,
      text: `${place}: ${note}, ${amount}. No se hace ni se cobra nada sin tu sí.`,
    }),
    extraApproved: ({ place }, note) => ({
      title: 'Trabajo extra aprobado',
      text: `${place}: ${note}. Adelante.`,
    }),
    extraDeclined: ({ place }, note) => ({
      title: 'Trabajo extra rechazado',
      text: `${place}: ${note}. No lo hagas.`,
    }),
  },
})
