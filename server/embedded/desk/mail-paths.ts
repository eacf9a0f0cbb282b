export const mailPaths = {
  list: '/desk/mail',
  page: '/desk/mail/:id',
  sendAgain: '/desk/mail/:id/send-again',
} as const;
