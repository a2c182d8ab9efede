import { brand } from '#contract/brand.ts'
import type { texts as english } from '../../../app/texts.ts'
import type { Translation } from '../../translation.ts'

export const texts = {
  dashboard: 'Panel',
  logout: 'Cerrar sesión',
  signIn: 'Iniciar sesión con Google',
  loggingIn: 'Iniciando sesión de nuevo',
  loginForUploads: {
    title: 'Inicia sesión',
    description: 'Necesitas iniciar sesión para subir videos.',
    variant: 'destructive',
  },
  navigation: {
    dashboard: 'Panel',
    upload: 'Subir',
    earnings: 'Ganancias',
    premium: 'Premium',
    admin: 'Admin',
    review: 'Revisión',
    publishing: 'Publicar',
  },
  menu: {
    admin: 'Panel de administración',
    highlights: 'Momentos con IA',
    publishing: 'Publicaciones',
    email: 'Correos',
    profile: 'Perfil',
    notifications: 'Notificaciones',
    settings: 'Configuración',
  },
  pageFailed: {
    title: 'No pudimos mostrar esta página',
    text: 'Algo falló al dibujar la pantalla. Tus videos están bien.',
  },
  unreachable: {
    title: `No podemos conectar con ${brand}`,
    text: 'El servidor no responde. Quizá se está reiniciando.',
    offlineTitle: 'No tienes conexión',
    offlineText: `${brand} se abre solo cuando vuelva la conexión. Guardamos lo que se quedó a medias.`,
    retry: 'Intentar de nuevo',
  },
} satisfies Translation<typeof english>
