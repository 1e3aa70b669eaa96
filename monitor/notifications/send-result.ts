/** What a receiver said to one attempt. Reasons are sentences without an address, which may hold a token. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It refuses this message, whatever else it takes. */
      readonly isRefused?: true;
      /** It asked to wait so long. */
      readonly waitMs?: number;
    };
