import type { texts as english } from '../../../../features/accounts/texts.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({
  title: 'No se pudo iniciar sesión',
  description,
  variant: 'destructive',
})

export const texts = {
  signInErrors: {
    cancelled: {
      title: 'Cancelaste el inicio de sesión',
      description: 'Puedes iniciar sesión cuando quieras.',
    },
    email_not_verified: failed(
      'Google no ha verificado el correo de esta cuenta. Verifícalo con Google o usa el formulario de correo.',
    ),
    other_identity: failed(
      'Este correo pertenece a una cuenta con otro acceso de Google. Usa el formulario de correo para recibir un enlace de acceso.',
    ),
    expired: failed('El inicio de sesión tardó demasiado. Inténtalo de nuevo.'),
    failed: failed('No se pudo iniciar sesión con Google. Inténtalo de nuevo.'),
  },
  linkNotNeeded: {
    used: { title: 'Ya iniciaste sesión', description: 'Ese enlace de acceso ya se usó.' },
    expired: { title: 'Ya iniciaste sesión', description: 'Ese enlace de acceso ya venció.' },
  },
  again: {
    title: 'Inicia sesión otra vez',
    signIn: 'Iniciar sesión otra vez',
    mail: 'Enviarme un enlace por correo',
    sent: 'Enlace enviado',
    comeBack: 'Abre el enlace en este navegador y regresa aquí.',
    failed: 'No pudimos enviar el enlace. Inténtalo de nuevo.',
  },
  suspended: {
    title: 'Tu cuenta está suspendida',
    effect: 'Las subidas y los pagos se detienen mientras dure; lo que ganaste se conserva.',
  },
  profile: {
    title: 'Perfil',
    edit: 'Editar perfil',
    save: 'Guardar perfil',
    cancel: 'Cancelar',
    missing: 'Sin definir',
    any: 'Sin definir',
    fields: {
      biography: 'Biografía',
      ridingStyle: 'Estilo de manejo',
      experienceLevel: 'Nivel de experiencia',
      location: 'Ubicación',
    },
    kept: 'Lo que escribiste sigue aquí. Guárdalo, o cancela para descartarlo.',
    biographyHint: 'Qué manejas y por qué te gusta. Hasta 1,000 caracteres.',
    locationPlaceholder: 'Valle de Bravo, Estado de México',
    ridingStyles: {
      trail: 'Senderos',
      rock_crawling: 'Rock crawling',
      mud_bogging: 'Lodo',
      racing: 'Carreras',
      scenic: 'Paisajes',
      freestyle: 'Estilo libre',
    },
    experienceLevels: {
      beginner: 'Principiante',
      intermediate: 'Intermedio',
      advanced: 'Avanzado',
      expert: 'Experto',
      professional: 'Profesional',
    },
    saved: { title: 'Perfil actualizado' },
    failed: {
      title: 'Error',
      description: 'No se pudo actualizar el perfil',
      variant: 'destructive',
    },
  },
} satisfies Translation<typeof english>
