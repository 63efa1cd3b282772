import type { Translation } from '#domain/catalogue.ts'
import type { hospitable as english } from '../hosts-en/hospitable.ts'

export const hospitable = {
  offered: {
    title: 'Trae tus alquileres de Hospitable',
    body: 'Hospitable pregunta si Crew puede leer tus alquileres. Luego dices cuál es cada propiedad de aquí.',
  },
  denied: {
    title: 'Hospitable no está conectado',
    body: 'Hospitable no lo permitió y nada cambió. Puedes traer tus propiedades de un archivo.',
  },
  none: {
    title: 'Hospitable no está conectado',
    body: 'Crew no puede conectarse con Hospitable aquí. Puedes traer tus propiedades de un archivo.',
  },
  demo: 'Esta es una cuenta de demostración. No es Hospitable: sus alojamientos y estancias son inventados.',
  connect: 'Conectar Hospitable',
  again: 'Conectar de nuevo',
  notNow: 'Ahora no',
  ask: '¿Conectar esta cuenta de Hospitable?',
  askBody:
    'Esto empezó en Hospitable. Si fuiste tú, conecta la cuenta con Crew. Si te trajo un enlace, no lo hagas.',
  failed: 'Hospitable no está conectado',
  lapsed: 'Hospitable ya no nos deja leer',
  lapsedBody: 'Tus propiedades y visitas reservadas siguen igual. Conecta de nuevo para continuar.',
  account: 'Cuenta de Hospitable',
  since: (at: string) => `Conectada ${at}`,
  rentals: 'Alquileres',
  rentalsBody: 'Di qué alquiler es cada propiedad. Una propiedad nueva se crea en la dirección del alquiler.',
  noRentals: 'Aún no hay alquileres',
  noRentalsBody: 'Esta cuenta de Hospitable no comparte alquileres con nosotros.',
  nothing: 'Ninguna de mis propiedades',
  newPlace: 'Crear una propiedad nueva',
  partOf: (name: string) => `Parte de ${name}`,
  gone: 'Ya no está en Hospitable',
  saved: 'Guardado.',
  end: 'Desconectar',
  endTitle: (name: string) => `¿Desconectar ${name}?`,
  endBody: 'Dejamos de leer de Hospitable. Tus propiedades y visitas reservadas se quedan.',
} satisfies Translation<typeof english>
