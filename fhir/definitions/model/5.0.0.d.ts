export declare const tables: string;
