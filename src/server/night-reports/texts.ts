/** The words of mails about the nights of a complex, to people who have no account with us. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

type Asked = { readonly ownerName: string; readonly complexName: string; readonly url: string }
type Made = {
  readonly crew: string
  readonly time: string
  readonly buildings: number
  readonly violations: number
  readonly checkpoints: number
}

export const nightReportTexts = catalogue({
  en: {
    /** Who asks, and for whom. */
    by: (ownerName: string, helperName: string | undefined) =>
      helperName === undefined ? ownerName : `${helperName}, for ${ownerName},`,
    added: (helperName: string, email: string, complexName: string) => ({
      title: 'Nights by email',
      text: `${helperName} asked ${email} to get the proof of each night at ${complexName}. You can take the address off.`,
    }),
    removed: (helperName: string, email: string, complexName: string) => ({
      title: 'Nights by email',
      text: `${helperName} took ${email} off: no more proof of the nights at ${complexName} goes there.`,
    }),
    asked: ({ ownerName, complexName, url }: Asked) => ({
      subject: `${complexName}: proof of each night by mail?`,
      text: `${ownerName} would like you to get the proof of each service night at ${complexName} by mail: every building with its time and photo, and what was wrong.\n\nIf you want it, say so here within seven days:\n${url}\n\nIf you do nothing, nothing is sent.`,
    }),
    subject: (complexName: string, day: string) => `${complexName}: the night of ${day}`,
    subjectNotMade: (complexName: string, day: string) => `${complexName}: no round on ${day}`,
    made: ({ crew, time, buildings, violations, checkpoints }: Made) =>
      `completed by ${crew} at ${time}, ${plural.en(buildings, { zero: 'no building marked', one: '1 building', other: (n) => `${n} buildings` })}, ${plural.en(violations, { zero: 'no violations', one: '1 violation', other: (n) => `${n} violations` })}${plural.en(checkpoints, { zero: '', one: ', 1 checkpoint passed', other: (n) => `, ${n} checkpoints passed` })}`,
    notMade: 'the round was due, and nobody made it',
    attached: (count: number) =>
      plural.en(count, {
        one: 'The proof is attached as a PDF.',
        other: (n) => `${n} proofs are attached as PDFs.`,
      }),
    end: 'No more mails of this kind:',
  },
  es: {
    by: (ownerName, helperName) =>
      helperName === undefined ? ownerName : `${helperName}, en nombre de ${ownerName},`,
    added: (helperName, email, complexName) => ({
      title: 'Noches por correo',
      text: `${helperName} preguntó a ${email} si quiere el comprobante de cada noche en ${complexName}. Puedes quitar la dirección.`,
    }),
    removed: (helperName, email, complexName) => ({
      title: 'Noches por correo',
      text: `${helperName} quitó ${email}: ya no recibe el comprobante de las noches en ${complexName}.`,
    }),
    asked: ({ ownerName, complexName, url }) => ({
      subject: `${complexName}: ¿el comprobante de cada noche por correo?`,
      text: `${ownerName} quiere que recibas por correo el comprobante de cada noche de servicio en ${complexName}: cada edificio con su hora y su foto, y lo que estaba mal.\n\nSi lo quieres, dilo aquí en los próximos siete días:\n${url}\n\nSi no haces nada, no se envía nada.`,
    }),
    subject: (complexName, day) => `${complexName}: la noche del ${day}`,
    subjectNotMade: (complexName, day) => `${complexName}: sin ronda el ${day}`,
    made: ({ crew, time, buildings, violations, checkpoints }) =>
      `terminada por ${crew} a las ${time}, ${plural.es(buildings, { zero: 'ningún edificio marcado', one: '1 edificio', other: (n) => `${n} edificios` })}, ${plural.es(violations, { zero: 'sin infracciones', one: '1 infracción', other: (n) => `${n} infracciones` })}${plural.es(checkpoints, { zero: '', one: ', 1 punto de control pasado', other: (n) => `, ${n} puntos de control pasados` })}`,
    notMade: 'la ronda tocaba y nadie la hizo',
    attached: (count) =>
      plural.es(count, {
        one: 'El comprobante va adjunto en PDF.',
        other: (n) => `Van adjuntos ${n} comprobantes en PDF.`,
      }),
    end: 'No recibir más correos de este tipo:',
  },
})
