/** What operators call the groups in which settings stand. */
import { catalogue } from '../catalogue.ts'
import type { SettingGroup } from './groups.ts'

type GroupNames = Readonly<Record<SettingGroup, string>>

export const settingGroupNames = catalogue({
  en: {
    schedule: 'Schedule and visits',
    assigning: 'Assigning',
    offers: 'Offers',
    price: 'Price and split',
    today: 'On site',
    on_demand: 'On demand',
    cancelling: 'Calling off',
    commissions: 'Commissions',
    billing: 'Billing',
    payouts: 'Payouts',
    tax: 'Tax',
    disputes: 'Disputes',
    ratings: 'Ratings and tips',
    notices: 'Notices and messages',
    signing_in: 'Signing in',
    leaving: 'Leaving and own data',
    keeping: 'What is kept for how long',
  } satisfies GroupNames,
  es: {
    schedule: 'Calendario y visitas',
    assigning: 'Asignación',
    offers: 'Ofertas',
    price: 'Precio y reparto',
    today: 'En el lugar',
    on_demand: 'Trabajos únicos',
    cancelling: 'Cancelación',
    commissions: 'Comisiones',
    billing: 'Cobros',
    payouts: 'Pagos a equipos',
    tax: 'Impuestos',
    disputes: 'Reclamaciones',
    ratings: 'Valoraciones y propinas',
    notices: 'Avisos y mensajes',
    signing_in: 'Inicio de sesión',
    leaving: 'Baja y datos propios',
    keeping: 'Qué se guarda y cuánto tiempo',
  } satisfies GroupNames,
})
