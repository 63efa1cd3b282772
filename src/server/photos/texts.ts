/** Why a photo cannot be used. */
import { catalogue } from '#domain/catalogue.ts'

export const photoTexts = catalogue({
  en: {
    damaged: 'The photo was damaged on its way. Send it again.',
    heic: 'This photo is in the HEIC format, which cannot be used here. Send it as JPEG.',
    not_a_picture: 'Only JPEG, PNG and WebP pictures can be used here.',
    unreadable: 'This picture cannot be read. Take it again.',
    too_many_pixels: 'This picture has more than 50 million pixels. Send a smaller one.',
  },
  es: {
    damaged: 'La foto se dañó en el camino. Envíala de nuevo.',
    heic: 'Esta foto está en formato HEIC, que no se puede usar aquí. Envíala como JPEG.',
    not_a_picture: 'Aquí solo se pueden usar imágenes JPEG, PNG y WebP.',
    unreadable: 'Esta imagen no se puede leer. Tómala de nuevo.',
    too_many_pixels: 'Esta imagen tiene más de 50 millones de píxeles. Envía una más pequeña.',
  },
})
