/** `<LanguageSwitch />`: English or Spanish, for this device and, when signed in, for the account. */
import { useQueryClient } from '@tanstack/react-query'
import { LANGUAGES } from '#domain/language.ts'
import { chooseLanguage } from '#web/session/user.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export function LanguageSwitch() {
  const { shell } = useText()
  const current = useLanguage()
  const client = useQueryClient()
  return (
    <fieldset className="inline-flex">
      <legend className="sr-only">{shell.language.label}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => {
            chooseLanguage(language, client).catch((error: Error) =>
              showToast(error.message, { tone: 'danger' }),
            )
          }}
          className="min-h-11 rounded-xl px-3 text-sm font-medium text-muted aria-pressed:text-accent aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {shell.language[language]}
        </button>
      ))}
    </fieldset>
  )
}
