/** What owners and whoever looks after their places are mailed. */
import { catalogue } from '#domain/catalogue.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'

type Invited = {
  readonly name: string
  readonly ownerName: string
  readonly role: ShareRole
  readonly url: string
}
type Joined = {
  readonly ownerName: string
  readonly name: string
  readonly email: string
  readonly url: string
}
type Ended = Pick<Invited, 'name' | 'ownerName'>

const EN: Readonly<Record<ShareRole, string>> = {
  see: 'You can see the places, their visits and photos.',
  schedule: 'You can see the places and plan their visits.',
  pay: 'You can see the places and settle what they cost.',
  all: 'You can see and change the places, plan their visits and settle what they cost.',
}
const ES: Readonly<Record<ShareRole, string>> = {
  see: 'Puedes ver los lugares, sus visitas y fotos.',
  schedule: 'Puedes ver los lugares y planificar sus visitas.',
  pay: 'Puedes ver los lugares y ocuparte de lo que cuestan.',
  all: 'Puedes ver y cambiar los lugares, planificar sus visitas y ocuparte de lo que cuestan.',
}

export const sharingTexts = catalogue({
  en: {
    invited: ({ name, ownerName, role, url }: Invited) => ({
      subject: `${ownerName} invites you to look after places on Crew`,
      text: `Hello ${name},\n\n${ownerName} invites you to look after places on Crew. ${EN[role]}\n\nOpen this link to sign in or to choose a password. It works once and for seven days.\n\n${url}\n\nIf you did not expect this, there is nothing to do.`,
    }),
    joined: ({ ownerName, name, email, url }: Joined) => ({
      subject: `${name} now looks after your places`,
      text: `Hello ${ownerName},\n\n${name} (${email}) took your invitation.\n\nChange what they may do, or end their access, here:\n\n${url}`,
    }),
    changed: ({ name, ownerName, role, url }: Invited) => ({
      subject: `What you do for ${ownerName} changed`,
      text: `Hello ${name},\n\n${ownerName} changed what you do at the places you look after. ${EN[role]}\n\n${url}`,
    }),
    ended: ({ name, ownerName }: Ended) => ({
      subject: `You no longer look after places of ${ownerName}`,
      text: `Hello ${name},\n\nYour access to the places of ${ownerName} ended. Your own account stays as it is.`,
    }),
    left: ({ ownerName, name }: Ended) => ({
      subject: `${name} no longer looks after your places`,
      text: `Hello ${ownerName},\n\n${name} no longer looks after your places. There is nothing to do.`,
    }),
  },
  es: {
    invited: ({ name, ownerName, role, url }) => ({
      subject: `${ownerName} te invita a cuidar lugares en Crew`,
      text: `Hola ${name}:\n\n${ownerName} te invita a cuidar lugares en Crew. ${ES[role]}\n\nAbre este enlace para entrar o elegir una contraseña. Sirve una vez y durante siete días.\n\n${url}\n\nSi no lo esperabas, no tienes que hacer nada.`,
    }),
    joined: ({ ownerName, name, email, url }) => ({
      subject: `${name} ya cuida tus lugares`,
      text: `Hola ${ownerName}:\n\n${name} (${email}) aceptó tu invitación.\n\nCambia lo que puede hacer, o termina su acceso, aquí:\n\n${url}`,
    }),
    changed: ({ name, ownerName, role, url }) => ({
      subject: `Cambió lo que haces para ${ownerName}`,
      text: `Hola ${name}:\n\n${ownerName} cambió lo que haces en los lugares que cuidas. ${ES[role]}\n\n${url}`,
    }),
    ended: ({ name, ownerName }) => ({
      subject: `Ya no cuidas lugares de ${ownerName}`,
      text: `Hola ${name}:\n\nTu acceso a los lugares de ${ownerName} terminó. Tu propia cuenta sigue igual.`,
    }),
    left: ({ ownerName, name }) => ({
      subject: `${name} ya no cuida tus lugares`,
      text: `Hola ${ownerName}:\n\n${name} ya no cuida tus lugares. No tienes que hacer nada.`,
    }),
  },
})
