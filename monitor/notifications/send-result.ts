/** What a receiver said to one attempt. Reasons are sentences without an address, which may hold a token. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It refuses this message, though it may take others. */
      readonly isRefused?: true;
      /** How long it asked to wait. */
      readonly waitMs?: number;
    };
