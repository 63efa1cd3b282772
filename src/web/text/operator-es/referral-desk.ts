import type { Translation } from '#domain/catalogue.ts'
import type { referralDesk as english } from '../operator-en/referral-desk.ts'

export const referralDesk = {
  title: 'Invitaciones',
  subtitle: 'Quienes invitan y comparten algo con quienes trajeron',
  filter: 'Qué invitaciones',
  states: { parked: 'Por decidir', refused: 'Rechazadas', approved: 'Admitidas' },
  none: {
    parked: 'Ninguna invitación te espera',
    refused: 'No se rechazó ninguna invitación',
    approved: 'Todavía no se admitió ninguna',
  },
  noneHelp:
    'Cuando quien invita y quien llega comparten dirección o dispositivo, sus comisiones te esperan aquí.',
  more: 'Mostrar más',
  who: (sponsor, brought) => `${sponsor} trajo a ${brought}`,
  types: { Customer: 'cliente', Crew: 'equipo' },
  found: (when) => `Visto el ${when}`,
  byRule: 'Rechazada por la regla: dos personas no comparten esto.',
  decided: (who, when, note) => `${who}, ${when}: ${note}`,
  unpaid: (amount) => `${amount} sin pagar todavía`,
  paid: (amount) => `${amount} ya pagados`,
  takenBack: (amount) => `${amount} retirados`,
  reasons: {
    sponsor_is_same_person: 'La misma persona',
    sponsor_shares_phone: 'El mismo teléfono',
    sponsor_shares_card: 'La misma tarjeta',
    sponsor_shares_payout_account: 'La misma cuenta de banco',
    sponsor_shares_address: 'La misma dirección',
    sponsor_shares_device: 'El mismo dispositivo',
  },
  note: 'Por qué',
  noteHint: 'Queda junto a la decisión. Ninguno de los dos lo ve.',
  approve: {
    submit: 'Admitir',
    title: (sponsor, brought) => `¿Admitir que ${sponsor} invitó a ${brought}?`,
    body: (amount) =>
      `Las comisiones siguen, y lo que comparten deja de ser un motivo. Lo que se retiró vuelve: ${amount}.`,
    done: 'Admitida. Las comisiones siguen.',
  },
  refuse: {
    submit: 'Rechazar',
    title: (sponsor, brought) => `¿Rechazar que ${sponsor} invitó a ${brought}?`,
    body: (amount) =>
      `Lo que no se pagó todavía se retira: ${amount}. No se gana nada más. Lo ya pagado queda pagado.`,
    done: 'Rechazada. Lo que no se había pagado se retiró.',
  },
} satisfies Translation<typeof english>
