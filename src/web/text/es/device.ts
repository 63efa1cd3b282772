import type { Translation } from '#domain/catalogue.ts'
import type { device as english } from '../en/device.ts'

export const device = {
  notNow: 'Ahora no',
  install: {
    title: 'Pon Crew en tu pantalla de inicio',
    body: 'Se abre como una aplicación, también sin conexión.',
    hint: 'Toca el botón de compartir de tu navegador y luego «Agregar a inicio».',
    act: 'Instalar',
  },
  push: {
    title: 'Recibe avisos en este dispositivo',
    body: 'Cuando un equipo va en camino, cuando cambia un trabajo, cuando algo te necesita.',
    isOn: 'Este dispositivo recibe avisos.',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    failed: 'No se pudieron cambiar los avisos. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>
