/** What any endpoint may answer whatever it does, by code. */
import { catalogue } from '#domain/catalogue.ts'

export const generalTexts = catalogue({
  en: {
    bad_input: 'Check what you entered.',
    sign_in_needed: 'Sign in to go on.',
    wrong_credentials: 'This email and password don’t match.',
    link_invalid: 'This link was already used or is too old. Ask for a new one.',
    email_taken: 'There is an account with this email address already. Sign in instead?',
    password_needed: 'Enter your password again to go on.',
    forbidden: 'Your account can’t do this.',
    not_found: 'We couldn’t find that.',
    conflict: 'This changed in the meantime. Check it again.',
    key_reused: 'This request was sent before with other content.',
    too_large: 'This is too large.',
    wrong_file_type: 'We can’t use this kind of file here. Choose another.',
    too_many_calls: 'Too many tries. Wait a minute.',
    too_many_sign_ins:
      'This account was tried with wrong passwords many times. Have a sign-in link mailed to you, or wait a few minutes.',
    internal: 'Something went wrong on our side. Try again.',
    unavailable: 'We’re not available right now. Try again in a moment.',
  },
  es: {
    bad_input: 'Revisa lo que ingresaste.',
    sign_in_needed: 'Inicia sesión.',
    wrong_credentials: 'El correo y la contraseña no coinciden.',
    link_invalid: 'Este enlace ya se usó o es demasiado antiguo. Pide uno nuevo.',
    email_taken: 'Ya existe una cuenta con este correo. ¿Quieres iniciar sesión?',
    password_needed: 'Vuelve a ingresar tu contraseña para continuar.',
    forbidden: 'Tu cuenta no puede hacer esto.',
    not_found: 'No lo encontramos.',
    conflict: 'Esto cambió mientras tanto. Revísalo de nuevo.',
    key_reused: 'Esta solicitud ya se envió con otro contenido.',
    too_large: 'Esto es demasiado grande.',
    wrong_file_type: 'Este tipo de archivo no se puede usar aquí.',
    too_many_calls: 'Demasiados intentos. Espera un minuto.',
    too_many_sign_ins:
      'Hubo muchos intentos con contraseñas incorrectas para esta cuenta. Pide un enlace de acceso por correo o espera unos minutos.',
    internal: 'Algo falló de nuestro lado.',
    unavailable: 'No estamos disponibles ahora. Inténtalo de nuevo en un momento.',
  },
})
