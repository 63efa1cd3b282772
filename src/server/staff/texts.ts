/** What people of the staff are mailed, and what the last owner reads. */
import { catalogue } from '#domain/catalogue.ts'
import type { StaffRoles } from '#domain/staff/staff-roles.ts'
import type { StaffRole } from '#domain/staff/roles.ts'

type Invited = { readonly inviterName: string; readonly what: string; readonly url: string }
type Names = ReadonlyMap<string, string>

const EN: Readonly<Record<StaffRole, string>> = {
  owner: 'owner',
  dispatcher: 'dispatcher',
  support: 'support',
  finance: 'finance',
  reader: 'reader',
}
const ES: Readonly<Record<StaffRole, string>> = {
  owner: 'propietario',
  dispatcher: 'despacho',
  support: 'atención',
  finance: 'finanzas',
  reader: 'lectura',
}

export const staffTexts = catalogue({
  en: {
    describe: (roles: StaffRoles, names: Names) => describe(roles, names, EN, 'every city'),
    lastOwner: (cities: readonly string[]) =>
      `Nobody else owns ${cities.join(', ')}. Make somebody else an owner there first.`,
    invited: (name: string, { inviterName, what, url }: Invited) => ({
      subject: `${inviterName} invites you to run Crew`,
      text: `Hello ${name},\n\n${inviterName} invites you to the staff of Crew:\n${what}\n\nOpen this link to choose a password and sign in. It works once and for seven days.\n\n${url}\n\nIf you did not expect this, there is nothing to do.`,
    }),
    changed: (name: string, what: string, by: string) => ({
      subject: 'Your roles changed',
      text: `Hello ${name},\n\n${by} changed what you do at Crew:\n${what}\n\nYou were signed out everywhere. Sign in again to go on.`,
    }),
    ended: (name: string, by: string) => ({
      subject: 'Your access ended',
      text: `Hello ${name},\n\n${by} ended your access to the desk of Crew. You were signed out everywhere.`,
    }),
  },
  es: {
    describe: (roles, names) => describe(roles, names, ES, 'todas las ciudades'),
    lastOwner: (cities) => `Nadie más es propietario de ${cities.join(', ')}. Nombra antes a otra persona.`,
    invited: (name, { inviterName, what, url }) => ({
      subject: `${inviterName} te invita a llevar Crew`,
      text: `Hola ${name}:\n\n${inviterName} te invita al personal de Crew:\n${what}\n\nAbre este enlace para elegir una contraseña y entrar. Sirve una vez y durante siete días.\n\n${url}\n\nSi no lo esperabas, no tienes que hacer nada.`,
    }),
    changed: (name, what, by) => ({
      subject: 'Cambiaron tus funciones',
      text: `Hola ${name}:\n\n${by} cambió lo que haces en Crew:\n${what}\n\nSe cerró tu sesión en todas partes. Inicia sesión otra vez para seguir.`,
    }),
    ended: (name, by) => ({
      subject: 'Terminó tu acceso',
      text: `Hola ${name}:\n\n${by} terminó tu acceso a la gestión de Crew. Se cerró tu sesión en todas partes.`,
    }),
  },
})

function describe(
  { everywhere, cities }: StaffRoles,
  names: Names,
  words: Readonly<Record<StaffRole, string>>,
  everyCity: string,
): string {
  if (everywhere !== null) return `${everyCity}: ${words[everywhere]}`
  return Object.entries(cities)
    .map(([marketId, role]) => `${names.get(marketId) ?? marketId}: ${words[role]}`)
    .join('\n')
}
