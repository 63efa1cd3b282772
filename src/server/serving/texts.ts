/** How to report a weakness. */
import { catalogue } from '#domain/catalogue.ts'

export const reportTexts = catalogue({
  en: {
    title: 'Crew · Report a weakness',
    lead: 'Did you find a way to see, change or take what isn’t yours? Write to us, in English or Spanish:',
    how: {
      heading: 'What helps us',
      lines: [
        'The address of the page or call, and what you did, step by step.',
        'What you could see or change, and in whose account.',
        'How we can reach you with questions.',
      ],
    },
    please: {
      heading: 'What we ask of you',
      lines: [
        'Try it with accounts of your own. Stop as soon as you see somebody else’s data, and keep none of it.',
        'Don’t flood the service, don’t send messages to our customers or crews, and don’t go to their homes.',
        'Give us 90 days before you tell others.',
      ],
    },
    promise: {
      heading: 'What we do',
      lines: [
        'A person answers within three working days.',
        'We tell you when it’s fixed, and name you in our thanks if you want that.',
        'We take no legal steps against anybody who keeps to this page.',
      ],
    },
  },
  es: {
    title: 'Crew · Reportar una vulnerabilidad',
    lead: '¿Encontraste la manera de ver, cambiar o tomar algo que no es tuyo? Escríbenos, en español o en inglés:',
    how: {
      heading: 'Lo que nos ayuda',
      lines: [
        'La dirección de la página o de la llamada, y lo que hiciste, paso a paso.',
        'Lo que pudiste ver o cambiar, y en la cuenta de quién.',
        'Cómo podemos comunicarnos contigo si tenemos preguntas.',
      ],
    },
    please: {
      heading: 'Lo que te pedimos',
      lines: [
        'Pruébalo con tus propias cuentas. Detente en cuanto veas datos de otra persona y no guardes ninguno.',
        'No satures el servicio, no envíes mensajes a nuestros clientes o equipos y no vayas a sus casas.',
        'Danos 90 días antes de contárselo a otros.',
      ],
    },
    promise: {
      heading: 'Lo que hacemos',
      lines: [
        'Una persona te responde en tres días hábiles.',
        'Te avisamos cuando esté resuelto y te nombramos en nuestros agradecimientos si así lo quieres.',
        'No tomamos medidas legales contra nadie que respete esta página.',
      ],
    },
  },
})
