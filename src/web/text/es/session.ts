import type { Translation } from '#domain/catalogue.ts'
import type { session as english } from '../en/session.ts'

export const session = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  login: {
    title: 'Hola de nuevo',
    submit: 'Entrar',
    forgot: '¿Olvidaste tu contraseña?',
    newHere: '¿Eres nuevo aquí?',
    register: 'Crear una cuenta',
    demoTitle: 'Ciudad de muestra',
    demoBody: 'Entra como una de estas personas; aquí todo es inventado.',
    demoCustomer: 'Cliente',
    demoCrew: 'Trabajador',
    demoOperator: 'Operador',
    demoFrozen: 'Trabajador congelado',
  },
  logout: { working: 'Cerrando tu sesión…', failed: 'No se pudo cerrar la sesión. Sigues dentro.' },
  forgot: {
    title: '¿Olvidaste tu contraseña?',
    body: 'Dinos tu correo. Si hay una cuenta con él, enviamos un enlace que sirve por una hora.',
    submit: 'Enviar el enlace',
    sentTitle: 'Revisa tu correo',
    sentBody: 'Si hay una cuenta con esta dirección, va en camino un enlace para elegir otra contraseña.',
    backToLogin: 'Volver a entrar',
  },
  reset: {
    title: 'Elige una contraseña nueva',
    newPassword: 'Contraseña nueva',
    hint: 'Al menos 15 caracteres. Unas cuantas palabras seguidas se recuerdan fácilmente.',
    submit: 'Guardar la contraseña',
    done: 'Tu contraseña nueva está guardada.',
    newLink: 'Pedir otro enlace',
  },
  authenticate: {
    title: 'Entrar con este enlace',
    body: 'El enlace sirve una vez. Continúa para entrar en este dispositivo.',
    submit: 'Continuar',
    missing: 'Este enlace no está completo. Ábrelo otra vez desde el mensaje o entra con tu contraseña.',
    toLogin: 'Entrar con contraseña',
  },
} satisfies Translation<typeof english>
