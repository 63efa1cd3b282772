import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { frontDoor as english } from '../public-en/front-door.ts'

export const frontDoor = {
  hero: {
    title: 'Las tareas de tu casa, hechas el día correcto',
    body: 'Botes, reciclaje, césped, piscina, nieve, limpieza entre huéspedes: un equipo cerca de ti, un precio que conoces antes y una foto al terminar. Pagas después del trabajo.',
    register: 'Crear una cuenta',
    today: 'Reservar algo para hoy',
    haveAccount: '¿Ya tienes cuenta?',
    signIn: 'Inicia sesión',
    picture: 'Una calle el día de la recolección: dos botes en la acera y un camión con una palomita',
  },
  house: {
    titles: { terms: 'Términos', privacy: 'Privacidad', help: 'Ayuda' },
    versionOf: (version, day) => `Versión ${version}, ${day}`,
    older: 'Esta es una versión anterior.',
    toNewest: 'Leer la más nueva',
    write: '¿No está aquí tu respuesta? Escribe a',
  },
  prices: {
    title: 'Cuánto cuesta en tu calle',
    body: 'El precio que paga un cliente allí, con cargos e impuestos. Los fines de semana y el mismo día cuestan un poco más, y lo ves antes de reservar.',
    address: 'Tu dirección o vecindario',
    quarters: 'O elige un vecindario donde estamos esta semana',
    at: (place) => `Precios en ${place}`,
    served: (market) => `Sí, estamos en ${market}.`,
    later: 'Los precios no están disponibles ahora. Inténtalo otra vez en un minuto.',
    weekly: 'Cada semana, por visita',
    once: 'Una vez, hoy o esta semana',
    withTax: 'con impuesto',
    less: (service) => `${service}: menos`,
    more: (service) => `${service}: más`,
    bookOnce: 'Reservar uno de estos',
    note: 'No necesitas una cuenta para ver el precio exacto de tu día.',
  },
  how: {
    title: 'Cómo funciona',
    choose: {
      title: 'Elige los días',
      body: 'Agrega tu lugar y elige días de la semana. El día se mueve solo cuando un feriado mueve la recolección.',
    },
    done: {
      title: 'Lo hace un equipo cerca de ti',
      body: 'Ves quién viene y cuándo. Cada visita termina con fotos, la hora y la distancia a tu puerta.',
    },
    pay: {
      title: 'Paga después del trabajo',
      body: 'El lunes por la semana anterior, un recibo por todo. Omite, pausa o termina sin cargo.',
    },
  },
  proof: {
    picture: 'Foto de dos botes vacíos de vuelta junto al garaje',
    done: 'Botes a la acera y de vuelta: hecho',
    facts: 'Martes 7:42 a. m. · 2 fotos · a 12 ft de tu puerta',
  },
  crews: {
    title: '¿Haces trabajos? Maneja tu propia ruta.',
    body: 'Rutas compactas cerca de casa los días que elijas. Conoces el pago antes de tomar una, y llega a tu banco cada semana.',
    week: 'o más en una semana, para la mitad de los equipos que la trabajaron',
    hour: 'por una hora de trabajo en las paradas, normalmente',
    share: 'de cada precio es tuyo, y todas las propinas',
    percent: (percent) => `${percent}%`,
    join: 'Unirme a Crew',
  },
  cities: {
    title: 'Dónde estamos',
    lately: (count, days) =>
      `${count} visitas hechas en ${plural.es(days, { one: 'el último día', other: (n) => `los últimos ${n} días` })}, cada una con foto.`,
    rated: (stars, count) =>
      plural.es(count, {
        one: `Los clientes les dieron ${stars} de 5 estrellas en una opinión.`,
        other: (n) => `Los clientes les dieron ${stars} de 5 estrellas en ${n} opiniones.`,
      }),
    elsewhere: '¿En otro lugar? Escribe tu dirección arriba: te dice si ya estamos ahí.',
  },
} satisfies Translation<typeof english>
