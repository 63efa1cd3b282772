import type { leaving as english } from '../en/leaving.ts'
import { plural } from '#domain/plural.ts'

export const leaving: typeof english = {
  data: {
    title: 'Tus datos',
    body: 'Obtén un archivo con todo lo que sabemos de ti. Te escribimos cuando esté listo.',
    ask: 'Exportar mis datos',
    asked: 'Estamos preparando tu archivo. Te escribimos cuando esté listo.',
    writing: 'En preparación',
    ready: (when) => `Disponible hasta el ${when}`,
    download: 'Descargar',
  },
  everything: {
    title: 'Cancelar todo',
    body: 'Termina todos los servicios semanales y cancela todos los pedidos abiertos a la vez. Tu cuenta se queda.',
    nothing: 'No hay nada reservado.',
    submit: 'Cancelar todo',
    confirmTitle: '¿Cancelar todo lo que reservaste?',
    keep: 'Conservarlo',
    done: 'Todo está cancelado.',
  },
  jobs: (count) =>
    plural.es(count, {
      one: 'Termina 1 servicio semanal',
      other: (n) => `Terminan ${n} servicios semanales`,
    }),
  visits: (count) =>
    plural.es(count, { one: 'Se cancela 1 visita', other: (n) => `Se cancelan ${n} visitas` }),
  orders: (count) =>
    plural.es(count, { one: 'Se cancela 1 pedido', other: (n) => `Se cancelan ${n} pedidos` }),
  fee: (amount) => `Cancelar los pedidos cuesta ${amount}`,
  noFee: 'Cancelar no cuesta nada',
  leave: {
    title: 'Eliminar la cuenta',
    submit: 'Eliminar mi cuenta',
    grace: (days) =>
      plural.es(days, {
        one: 'Se cierra tu sesión en todas partes. Entra en 1 día para conservar la cuenta',
        other: (n) => `Se cierra tu sesión en todas partes. Entra en ${n} días para conservar la cuenta`,
      }),
    forgotten: 'Después desaparecen para siempre tu nombre, teléfono, correo, direcciones, mensajes y fotos',
    kept: 'Los recibos, facturas y registros fiscales se quedan sin ellos, como pide la ley',
    owed: (amount) => `Debes ${amount}. Págalo primero`,
    unbilled: (amount) => `Antes se cobra el trabajo terminado por ${amount}, como siempre`,
    unpaid: (amount) => `Antes se te pagan tus ganancias de ${amount}`,
    credit: (amount) => `Pierdes tu crédito de ${amount}. Úsalo antes o pregunta a soporte`,
    confirmTitle: '¿Eliminar tu cuenta?',
    keep: 'Conservar mi cuenta',
    done: (day) => `Tu cuenta se elimina el ${day}. Entra antes para conservarla.`,
    billing: 'Ir a pagos',
  },
}
