/** What customers and operators are notified of about certificates of exemption. */
import { catalogue } from '#domain/catalogue.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import type { LocalDate } from '#domain/time.ts'

export const salesTaxTexts = catalogue({
  en: {
    asked: (name: string, number: string) => ({
      title: 'A tax exemption to decide',
      text: `${name} sent certificate ${number}. Sales tax is charged until you approve it.`,
    }),
    approved: (number: string, day: LocalDate) => ({
      title: 'Your tax exemption is approved',
      text: `With certificate ${number} you pay no sales tax on visits from ${longDayText(day, 'en')} on. Bills that you have already stay as they are.`,
    }),
    refused: (number: string, note: string) => ({
      title: 'Your tax exemption was not approved',
      text: `Certificate ${number} was not accepted: ${note} You can send another one under Billing.`,
    }),
    ended: (number: string) => ({
      title: 'Your tax exemption ends today',
      text: `Certificate ${number} holds until the end of today. Starting tomorrow, you pay sales tax.`,
    }),
    expires: (number: string, day: LocalDate) => ({
      title: 'Your tax exemption expires soon',
      text: `Certificate ${number} expires on ${longDayText(day, 'en')}. Send a new one under Billing, or you pay sales tax from the day after.`,
    }),
    wrongState: 'Choose a state of the United States.',
    endsBeforeItStarts: 'Choose a last day after the first.',
    hasExpired: 'This certificate has already expired.',
    notAFile: 'Send a picture or a PDF of the certificate.',
    needsReason: 'Say why, so the customer can fix it.',
    tooMany: 'Five certificates are waiting already. Wait for their decision.',
  },
  es: {
    asked: (name, number) => ({
      title: 'Una exención de impuestos por decidir',
      text: `${name} entregó el certificado ${number}. Se cobra el impuesto hasta que lo apruebes.`,
    }),
    approved: (number, day) => ({
      title: 'Tu exención de impuestos está aprobada',
      text: `Con el certificado ${number} no pagas impuesto sobre ventas por las visitas desde el ${longDayText(day, 'es')}. Las facturas que ya tienes no cambian.`,
    }),
    refused: (number, note) => ({
      title: 'Tu exención de impuestos no fue aprobada',
      text: `No se aceptó el certificado ${number}: ${note} Puedes entregar otro en Pagos.`,
    }),
    ended: (number) => ({
      title: 'Tu exención de impuestos termina hoy',
      text: `El certificado ${number} vale hasta el final de hoy. Desde mañana se cobra el impuesto sobre ventas.`,
    }),
    expires: (number, day) => ({
      title: 'Tu exención de impuestos vence pronto',
      text: `El certificado ${number} vence el ${longDayText(day, 'es')}. Entrega uno nuevo en Pagos; si no, pagas el impuesto desde el día siguiente.`,
    }),
    wrongState: 'Elige un estado de los Estados Unidos.',
    endsBeforeItStarts: 'Elige un último día posterior al primero.',
    hasExpired: 'Este certificado ya venció.',
    notAFile: 'Envía una foto o un PDF del certificado.',
    needsReason: 'Di por qué, para que el cliente pueda corregirlo.',
    tooMany: 'Ya hay cinco certificados en espera. Espera su decisión.',
  },
})
