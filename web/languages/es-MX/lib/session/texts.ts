import { brand } from '#contract/brand.ts'
import { signInSuccessToastMs } from '#contract/constants.ts'
import type { texts as english } from '../../../../lib/session/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  welcomeFromGoogle: {
    title: `¡Te damos la bienvenida a ${brand}!`,
    description: 'Iniciaste sesión con Google',
    duration: signInSuccessToastMs,
  },
  unauthorizedDomain: {
    title: 'No se pudo iniciar sesión',
    description:
      'Este dominio no está autorizado para iniciar sesión con Google. Agrégalo a los dominios autorizados del proveedor de identidad.',
    variant: 'destructive',
  },
  loggedOut: { title: 'Sesión cerrada', description: 'Cerraste la sesión.' },
  loggedOutLocally: { title: 'Sesión cerrada', description: 'Se cerró tu sesión en este navegador' },
  logoutFailed: {
    title: 'No se pudo cerrar la sesión',
    description: 'No pudimos cerrar la sesión. Inténtalo de nuevo.',
    variant: 'destructive',
  },
  unauthorized: {
    title: 'Sin autorización',
    description: 'Tu sesión terminó. Iniciando sesión de nuevo...',
    variant: 'destructive',
  },
} satisfies Translation<typeof english>
