/** The question of a card's bank (3-D Secure), on a page of the embedded provider: whoever has its secret answers. */
import { sql } from 'kysely'
import type { HostedForms } from '../payments/hosted-forms.ts'
import { findByReference, lockObject, objectsOf, saveObject, toObject } from './embedded-books.ts'
import type { Bank } from './embedded-events.ts'
import { answerIntent, type Intent } from './embedded-intents.ts'

export function createChallengeForms(bank: Bank): Pick<HostedForms, 'readChallenge' | 'answerChallenge'> {
  const openSetup = async (clientSecret: string) => {
    const setup = await findByReference(bank.db, 'setup', { parentId: null, reference: clientSecret })
    return setup?.state === 'filled' && setup.data.isApproved === null ? setup : null
  }
  return {
    readChallenge: async (clientSecret) => {
      const setup = await openSetup(clientSecret)
      if (setup?.data.card)
        return { brand: setup.data.card.brand, last4: setup.data.card.last4, amountCents: null }
      const intent = await askingIntent(bank, clientSecret)
      if (intent === null) return null
      const { brand, last4 } = intent.data.method
      return { brand, last4, amountCents: intent.amountCents }
    },
    answerChallenge: async (clientSecret, isApproved) => {
      const setup = await openSetup(clientSecret)
      if (setup !== null) {
        await bank.db.transaction().execute(async (trx) => {
          const locked = await lockObject(trx, 'setup', setup.id)
          await saveObject(trx, locked, { data: { ...locked.data, isApproved } })
        })
        return true
      }
      const intent = await askingIntent(bank, clientSecret)
      if (intent === null) return false
      await answerIntent(bank, intent.id, isApproved)
      return true
    },
  }
}

async function askingIntent({ db }: Bank, clientSecret: string): Promise<Intent | null> {
  const row = await objectsOf(db, 'intent')
    .where('state', '=', 'requires_action')
    .where(sql<boolean>`data ->> 'clientSecret' = ${clientSecret}`)
    .selectAll()
    .executeTakeFirst()
  return row === undefined ? null : toObject('intent', row)
}
